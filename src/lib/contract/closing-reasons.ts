/** Why a position was closed, in the words of the specification, by index. Apart from what screens load. */
export const closingReasons = ['Manually', 'Stop Loss', 'Take Profit', 'Low Margin', 'AI Trade'] as const;
