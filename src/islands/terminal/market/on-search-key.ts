/** Fields in which a slash is a slash. */
const typing = 'input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable]';

/** Calls back when `/` is pressed anywhere on the page but in a field or a dialog. Returns how to stop it. */
export function onSearchKey(search: () => void): () => void {
  const press = (event: KeyboardEvent) => {
    const isOther = event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
    const isTyping = event.target instanceof Element && event.target.matches(typing);
    // What a modal dialog covers cannot be focused.
    if (isOther || isTyping || document.querySelector(':modal')) return;
    event.preventDefault();
    search();
  };
  window.addEventListener('keydown', press);
  return () => window.removeEventListener('keydown', press);
}
