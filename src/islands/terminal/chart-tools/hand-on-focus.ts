/**
 * A ref for what disappears when it is used. It hands the focus on: to the button of a neighbour in its list, or to the
 * first button of its dialog, or to the tool's button. Otherwise keyboard users would start again at the top of the
 * page.
 */
export function handOnFocus(leaving: HTMLElement | null): () => void {
  return () => {
    if (!leaving?.contains(document.activeElement)) return;
    const item = leaving.closest('li');
    const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
    const next = neighbour?.querySelector<HTMLElement>('[data-remove]');
    const home = leaving.closest('dialog')?.querySelector<HTMLElement>('button');
    (next ?? home ?? toolButton())?.focus();
  };
}

/** On a narrow screen one button opens all tools. */
function toolButton(): HTMLElement | undefined {
  const buttons = document.querySelectorAll<HTMLElement>('[data-tool=drawings], [data-tool=all]');
  return [...buttons].find((button) => button.checkVisibility());
}
