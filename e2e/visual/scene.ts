import type { Account } from '../people.ts';
import type { ScreenDriver } from './screen-driver.ts';

/** One picture of the visual comparison: a screen in one state. */
export interface Scene {
  /** Name of the picture's file; usually `<screen>-<state>`. */
  name: string;
  /** Path of the screen in the list of screens; `*` for unknown addresses. */
  screen: string;
  /** `full`, `empty`, `loading` and `failed` as in the list of screens, or another state. */
  state: string;
  /** The person who uses it; none on the login page. */
  who?: Account;
  /** Files of the web that are drawn only in this picture: dialogs, sheets, overlays. */
  shows?: readonly string[];
  /** The only window of the picture; both if not given. */
  only?: 'desktop' | 'phone';
  /** True if it changes the world: such scenes come last, so that other pictures do not depend on them. */
  changesWorld?: boolean;
  /** Heading of the picture in `docs/visual`; pictures without one are not published. */
  caption?: string;
  /** Brings the page into the state. */
  show: (driver: ScreenDriver) => Promise<void>;
}
