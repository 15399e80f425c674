import type { RouteHandle } from './route-handle.ts';

export interface ScreenEntry extends RouteHandle {
  path: string;
  /**
   * `<capability>/<Name>Screen` under `web/features`, or `composed/<Name>Screen` here if several capabilities
   * contribute; the file exports a component of that name.
   */
  file: string;
  /** States of the screen; `npm run test:visual` takes a picture of each (decision 0092). */
  states: readonly ScreenState[];
}

/** `full` with content; `empty` without; `loading` and `failed` if it calls the server. */
export type ScreenState = 'full' | 'empty' | 'loading' | 'failed';

export const listStates: readonly ScreenState[] = ['full', 'empty', 'loading', 'failed'];
export const pageStates: readonly ScreenState[] = ['full', 'loading', 'failed'];
