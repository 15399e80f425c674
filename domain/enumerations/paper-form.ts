/** Forms in which a material is submitted (the codes are ours). */
export const PaperForm = {
  original: 'original',
  copy: 'copy',
  electronic: 'electronic',
} as const;
export type PaperForm = (typeof PaperForm)[keyof typeof PaperForm];

export const paperFormLabel: Record<PaperForm, string> = {
  [PaperForm.original]: '原件',
  [PaperForm.copy]: '复印件',
  [PaperForm.electronic]: '电子件',
};
