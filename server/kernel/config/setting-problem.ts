/** One bad setting, in words for the person who set it. */
export interface SettingProblem {
  setting: string;
  chinese: string;
  english: string;
}
