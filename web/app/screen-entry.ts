import type { RouteHandle } from './route-handle.ts';

export interface ScreenEntry extends RouteHandle {
  path: string;
  /**
   * `<capability>/<Name>Screen` under `web/features`, or `composed/<Name>Screen` here where several capabilities have a
   * part; the file exports a component of that name.
   */
  file: string;
  /** States of the screen; `npm run test:visual` has a picture of each (decision 0092). */
  states: readonly ScreenState[];
}

/** `full` with something in it; `empty` with nothing; `loading` and `failed` where it asks the server. */
export type ScreenState = 'full' | 'empty' | 'loading' | 'failed';

export const listStates: readonly ScreenState[] = ['full', 'empty', 'loading', 'failed'];
export const pageStates: readonly ScreenState[] = ['full', 'loading', 'failed'];
