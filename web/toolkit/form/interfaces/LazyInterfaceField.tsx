import { type ComponentType, Suspense } from 'react';
import { prefetchableParts } from '../../lazy-parts/prefetchable-parts.tsx';
import { ControlPlaceholder } from '../ControlPlaceholder.tsx';
import type { FieldEditorProps } from '../kind-view.ts';

const parts = prefetchableParts(() => import('./InterfaceField.tsx'));
const Field = parts.part(({ InterfaceField }) => InterfaceField);

/** Loads the code of fields that use interfaces. */
export const prefetchInterfaces = parts.prefetch;

/** Edits a field that uses interfaces; only forms with such fields load the code. */
export function LazyInterfaceField(props: FieldEditorProps & { Editor: ComponentType<FieldEditorProps> }) {
  return (
    <Suspense fallback={<ControlPlaceholder {...props} />}>
      <Field {...props} />
    </Suspense>
  );
}
