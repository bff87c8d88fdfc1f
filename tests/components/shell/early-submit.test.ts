import vm from 'node:vm';
import { expect, test, vi } from 'vitest';
import { earlySubmitScript } from '../../../src/components/shell/early-submit.ts';
import { formAliveEvent } from '../../../src/stores/shell/form-alive.ts';

/** Tests the script that follows an island's form in the page, on a stand-in with the parts of a form that it uses. */

class MarkupForm extends EventTarget {
  readonly button = { disabled: true };
  /** Who received each submission: the island, the browser, or nobody. */
  readonly sent: string[] = [];
  querySelector = () => this.button;

  /** Browsers do not submit a form whose button is disabled. */
  requestSubmit = (): void => {
    if (this.button.disabled) return;
    const event = new Event('submit', { cancelable: true });
    // The island listens on an ancestor of the form, so it receives a submission only if the propagation is not
    // stopped.
    const stop = vi.spyOn(event, 'stopPropagation');
    this.dispatchEvent(event);
    const isHeard = stop.mock.calls.length === 0;
    this.sent.push(isHeard ? 'island' : event.defaultPrevented ? 'nobody' : 'browser');
  };

  /** React enables the button in the commit before this event. */
  live(): void {
    this.button.disabled = false;
    this.dispatchEvent(new Event(formAliveEvent));
  }
}

function formBehindScript(): MarkupForm {
  const form = new MarkupForm();
  vm.runInNewContext(earlySubmitScript, { document: { querySelectorAll: () => [form] } });
  return form;
}

test('a form submitted before hydration is held, and submitted once after it', () => {
  const form = formBehindScript();
  expect(form.button.disabled).toBe(false);
  form.requestSubmit();
  expect(form.button.disabled).toBe(true);
  form.requestSubmit();
  expect(form.sent).toEqual(['nobody']);
  form.live();
  form.live();
  expect(form.sent).toEqual(['nobody', 'island']);
});

test('a form that was not submitted is left alone, and then handled by the island', () => {
  const form = formBehindScript();
  form.live();
  expect(form.sent).toEqual([]);
  form.requestSubmit();
  expect(form.sent).toEqual(['island']);
});

test('a form submitted between hydration and its event is submitted once too', () => {
  const form = formBehindScript();
  // The island is rendered, but its effects have not run yet.
  form.button.disabled = false;
  form.requestSubmit();
  form.dispatchEvent(new Event(formAliveEvent));
  expect(form.sent).toEqual(['nobody', 'island']);
  expect(form.button.disabled).toBe(false);
});
