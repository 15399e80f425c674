import type { ChooserProps } from '../form/form-context.ts';
import { HandlerPicker } from './HandlerPicker.tsx';
import { useHandlerSources } from './organisation-sources.ts';

const kinds = ['staff', 'role', 'organisation'] as const;

/** Shows the handler picker for a field of a form: people, roles and organisations (S1 §3). */
export function HandlersOfField(props: Omit<ChooserProps, 'onLoadFailed'>) {
  const sources = useHandlerSources();
  return <HandlerPicker {...props} open hidesOtherKinds kinds={kinds} sources={sources} />;
}
