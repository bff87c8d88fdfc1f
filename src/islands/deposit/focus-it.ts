/** A ref of what comes in the place of the button that was pressed: the keyboard, and who listens, go on there. */
export function focusIt(element: HTMLElement | null): void {
  element?.focus();
}
