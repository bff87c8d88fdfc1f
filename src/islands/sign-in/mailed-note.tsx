import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

/** Replaces a form whose email has been sent. The note takes the focus and is announced. */
export function MailedNote({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className="lead" role="status">
        {text}
      </p>
      {children}
    </>
  );
}
