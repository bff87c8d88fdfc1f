import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { Control, FieldPath, FieldPathValue, FieldValues } from 'react-hook-form';
import { useWatch } from 'react-hook-form';

interface HeldField<Value, Element> {
  name: string;
  value: Value;
  onChange: (value: Value) => void;
  onBlur: () => void;
  ref: RefObject<Element | null>;
}

/**
 * A field of a form whose value is not the text of its input. The library's own way to this would stand in a file that
 * every form loads, the ticket of the trading screen too. It is for fields that stay as long as their form: one that
 * went would still be checked.
 */
export function useHeldField<
  Element extends HTMLElement,
  Values extends FieldValues = FieldValues,
  Name extends FieldPath<Values> = FieldPath<Values>,
>(control: Control<Values>, name: Name): HeldField<FieldPathValue<Values, Name>, Element> {
  const value = useWatch({ control, name });
  // A field may be left in the turn in which it was given another value.
  const newest = useRef(value);
  const element = useRef<Element>(null);
  const held = useRef({ name, focus: () => element.current?.focus() });
  const registered = control.register(name);
  // Each time: a form that was reset has forgotten it, and one that it knows it leaves alone.
  useEffect(() => {
    registered.ref(held.current);
    newest.current = value;
  });
  return {
    name,
    value,
    ref: element,
    onChange: (next) => {
      newest.current = next;
      void registered.onChange({ target: { name, value: next }, type: 'change' });
    },
    onBlur: () => void registered.onBlur({ target: { name, value: newest.current }, type: 'blur' }),
  };
}
