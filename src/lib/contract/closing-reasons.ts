/**
 * The closing reasons by index, in the words of the specification. In a file of its own, because screens do not load
 * it.
 */
export const closingReasons = ['Manually', 'Stop Loss', 'Take Profit', 'Low Margin', 'AI Trade'] as const;
