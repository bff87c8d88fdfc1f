import vm from 'node:vm';
import { expect, test, vi } from 'vitest';
import { earlySubmitScript } from '../../../src/components/frame/early-submit.ts';
import { formAliveEvent } from '../../../src/stores/frame/form-alive.ts';

/** The script behind the forms of islands, with as much of a form as it touches. */

class MarkupForm extends EventTarget {
  readonly button = { disabled: true };
  /** Who heard of each time that it was sent: the island, the browser, or nobody. */
  readonly sent: string[] = [];
  querySelector = () => this.button;

  /** A browser sends nothing by a button that is disabled. */
  requestSubmit = (): void => {
    if (this.button.disabled) return;
    const event = new Event('submit', { cancelable: true });
    // The island listens further out than the form.
    const stop = vi.spyOn(event, 'stopPropagation');
    this.dispatchEvent(event);
    const isHeard = stop.mock.calls.length === 0;
    this.sent.push(isHeard ? 'island' : event.defaultPrevented ? 'nobody' : 'browser');
  };

  /** React makes the button ready in the commit before it. */
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

test('what is sent before the island lives is held, and sent once when it does', () => {
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

test('a form that nobody sent is left alone, and is the island’s from then on', () => {
  const form = formBehindScript();
  form.live();
  expect(form.sent).toEqual([]);
  form.requestSubmit();
  expect(form.sent).toEqual(['island']);
});
