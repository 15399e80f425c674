/** The origin of a form (S1 §2): displayed from its model, or by a third party in an embedded frame. */
export const FormType = { own: 1, thirdParty: 2 } as const;
export type FormType = (typeof FormType)[keyof typeof FormType];
