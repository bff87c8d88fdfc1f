/** Why a position was closed, in the words of the specification, by index. Apart from the schemas: screens need no schema. */
export const closingReasons = ['Manually', 'Stop Loss', 'Take Profit', 'Low Margin', 'AI Trade'] as const;
