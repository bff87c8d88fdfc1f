import { openDemo } from '../../stores/sign-in/open-demo.ts';

/** The texts of the button, in its page's language. */
type Words = Record<'opening' | 'failed' | 'busy', string>;

const goToPage = (address: string) => location.assign(address);

/**
 * Lets the button on the log-in page open the demo. A link with `#demo` presses it, which is then taken from the
 * address: a reload must not open the demo again.
 */
export function mountTryDemo(page: Document, goTo = goToPage): void {
  const button = page.querySelector<HTMLButtonElement>('[data-try-demo]');
  if (!button) return;
  button.onclick = () => void tryDemo(button, goTo);
  if (page.location.hash !== '#demo') return;
  history.replaceState(null, '', page.location.pathname + page.location.search);
  button.click();
}

/** Logs in as the demo customer and goes to the terminal. Says under the button what happens, and why it failed. */
async function tryDemo(button: HTMLButtonElement, goTo: (address: string) => void): Promise<void> {
  if (button.ariaBusy) return;
  const { opening, failed, busy, platform } = button.dataset as Words & { platform: string };
  const note = document.getElementById(button.getAttribute('aria-describedby') ?? '');
  const say = (text: string) => {
    if (note) note.textContent = text;
  };
  button.ariaBusy = 'true';
  say(opening);
  const result = await openDemo();
  button.ariaBusy = null;
  if (result.ok) goTo(platform);
  else say(result.problem.code === 'TOO_MANY_REQUESTS' ? busy : failed);
}
