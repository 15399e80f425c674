import { createContext } from 'react';

export interface Crumb {
  title: string;
  url?: string;
}

/** The way to the current screen as the menu knows it; a page that knows better names its own. */
export const CrumbsContext = createContext<readonly Crumb[]>([]);
