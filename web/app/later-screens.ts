import type { ComponentType } from 'react';

const files = import.meta.glob<Record<string, ComponentType>>(
  '../features/{administration,archive,dashboard,first-steps,forms,items,configuration-bundle,operation,processes,sign-ins}/*Screen.tsx',
);

/** Loads the code of a screen that few people open. */
export async function loadLater(file: string): Promise<Record<string, ComponentType>> {
  const load = files[`../features/${file}.tsx`];
  if (load === undefined) throw new Error(`${file}.tsx is missing`);
  return load();
}
