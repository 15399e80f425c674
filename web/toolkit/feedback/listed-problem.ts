/** One fault with the way to it. */
export interface ProblemPart {
  text: string;
  go: () => void;
}

/** A line of the dialog 确认…失败: what is wrong, the way to it, and the single faults under it. */
export interface ListedProblem {
  text: string;
  go?: () => void;
  parts?: readonly ProblemPart[];
}
