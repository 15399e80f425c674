import { phoneWidth } from '../styles/use-window-size.ts';

/** Names of the files of the screens that people open first, beyond those of `index.html`; written by the build. */
export type FirstFiles = readonly FirstFilesOfScreen[];

export interface FirstFilesOfScreen {
  /** The screen's path, as a regular expression. */
  path: string;
  files: readonly string[];
  /** Additional files of a desktop, and of a phone. */
  desktop: readonly string[];
  phone: readonly string[];
}

/** Returns the files that the screen of this path needs in a window of this width. */
export function firstFilesOf(screens: FirstFiles, pathname: string, width: number): readonly string[] {
  const screen = screens.find(({ path }) => new RegExp(path).test(pathname));
  if (screen === undefined) return [];
  return [...screen.files, ...(width < phoneWidth ? screen.phone : screen.desktop)];
}
