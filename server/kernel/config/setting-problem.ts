/** One bad setting, with a text for the person who set it. */
export interface SettingProblem {
  setting: string;
  chinese: string;
  english: string;
}
