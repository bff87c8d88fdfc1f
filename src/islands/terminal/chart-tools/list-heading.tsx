import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { $tool } from '../../../stores/chart/chart-layout.ts';

/** The heading of a list, below that of its panel, or below that of its section in the sheet of all tools. */
export function ListHeading({ children }: { children: ReactNode }) {
  const Level = useStore($tool) === 'all' ? 'h4' : 'h3';
  return <Level>{children}</Level>;
}
