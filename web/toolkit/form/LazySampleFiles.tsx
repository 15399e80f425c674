import { Suspense } from 'react';
import type { CompiledField } from '#domain/forms/compiled-form.ts';
import { prefetchableParts } from '../lazy-parts/prefetchable-parts.tsx';

const Samples = prefetchableParts(() => import('./SampleFiles.tsx')).part(({ SampleFiles }) => SampleFiles);

/** Shows the samples of a field; only forms whose fields have shared elements load the code. */
export function LazySampleFiles({ field }: { field: CompiledField }) {
  if (field.element === undefined && !field.columns.some(({ element }) => element !== undefined)) return null;
  return (
    <Suspense fallback={null}>
      <Samples field={field} />
    </Suspense>
  );
}
