import { useLocation } from 'react-router';

const parameter = 'new';

/** Returns the address of the editor of a definition that does not exist yet. */
export function newDefinitionAddress(address: string): string {
  return `${address}?${parameter}`;
}

/** Returns whether the address asks for a new definition; an unknown code alone is a wrong address. */
export function useIsNewDefinition(): boolean {
  return new URLSearchParams(useLocation().search).has(parameter);
}
