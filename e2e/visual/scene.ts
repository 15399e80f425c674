import type { Account } from '../people.ts';
import type { Stage } from './stage.ts';

/** One picture of the visual comparison: a screen in one state. */
export interface Scene {
  /** Of the picture's file; `<screen>-<state>` where that says enough. */
  name: string;
  /** Path of the screen, as the list of screens has it; `*` for addresses that lead nowhere. */
  screen: string;
  /** `full`, `empty`, `loading` and `failed` as the list of screens has them, or what else this one shows. */
  state: string;
  /** The person who sits before it; none on the login page. */
  who?: Account;
  /** Files of the web that draw only what this picture shows: dialogs, sheets, pages over the page. */
  shows?: readonly string[];
  /** The only window of the picture; both unless given. */
  only?: 'desk' | 'phone';
  /** It changes the world: such come last, so that no other picture hangs on which of them were taken. */
  changes?: boolean;
  /** Heading of the picture in `docs/visual`; pictures without one are not published. */
  caption?: string;
  /** Brings the page into that state. */
  show: (stage: Stage) => Promise<void>;
}
