import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { Control, FieldPath, FieldPathValue, FieldValues } from 'react-hook-form';
import { useWatch } from 'react-hook-form';

interface HeldField<Value, Element> {
  name: string;
  value: Value;
  onChange: (value: Value) => void;
  onBlur: () => void;
  ref: RefObject<Element | null>;
}

/**
 * A form field whose value is not its input's text. The form library's own solution would end up in a chunk that every
 * form loads, including the trading ticket. Only for fields that stay mounted as long as their form, because an
 * unmounted field would still be validated.
 */
export function useControlledField<
  Element extends HTMLElement,
  Values extends FieldValues = FieldValues,
  Name extends FieldPath<Values> = FieldPath<Values>,
>(control: Control<Values>, name: Name): HeldField<FieldPathValue<Values, Name>, Element> {
  const value = useWatch({ control, name });
  // Needed in addition to `value`: a field may be blurred in the same tick in which its value changed.
  const newest = useRef(value);
  const element = useRef<Element>(null);
  const held = useRef({ name, focus: () => element.current?.focus() });
  const registered = control.register(name);
  // Registers after every render, because a reset form has forgotten the field. Registering a known field does nothing.
  useEffect(() => {
    registered.ref(held.current);
    newest.current = value;
  });
  return {
    name,
    value,
    ref: element,
    onChange: (next) => {
      newest.current = next;
      void registered.onChange({ target: { name, value: next }, type: 'change' });
    },
    onBlur: () => void registered.onBlur({ target: { name, value: newest.current }, type: 'blur' }),
  };
}
