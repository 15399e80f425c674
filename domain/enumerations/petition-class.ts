import { hasCode } from './code-list.ts';

/**
 * Classes of a petition and the six routes of an appeal or request (信访工作条例 art. 29 to 31; the codes are ours).
 */
export const PetitionClass = {
  suggestion: 'suggestion',
  accusation: 'accusation',
  appeal: 'appeal',
} as const;
export type PetitionClass = (typeof PetitionClass)[keyof typeof PetitionClass];

export const petitionClassLabel: Record<PetitionClass, string> = {
  [PetitionClass.suggestion]: '建议意见类',
  [PetitionClass.accusation]: '检举控告类',
  [PetitionClass.appeal]: '申诉求决类',
};

export function isPetitionClass(value: unknown): value is PetitionClass {
  return hasCode(PetitionClass, value);
}

/** The route by which an appeal or request (申诉求决类) is handled; only the last one ends with a 信访处理意见书. */
export const AppealRoute = {
  litigation: 'litigation',
  arbitration: 'arbitration',
  party: 'party',
  administrative: 'administrative',
  duty: 'duty',
  petition: 'petition',
} as const;
export type AppealRoute = (typeof AppealRoute)[keyof typeof AppealRoute];

export const appealRouteLabel: Record<AppealRoute, string> = {
  [AppealRoute.litigation]: '诉讼复议等法定程序',
  [AppealRoute.arbitration]: '仲裁',
  [AppealRoute.party]: '党员申诉或者申请复审',
  [AppealRoute.administrative]: '行政裁决许可处罚等行政程序',
  [AppealRoute.duty]: '申请查处违法行为或者履行职责',
  [AppealRoute.petition]: '信访程序',
};

export function isAppealRoute(value: unknown): value is AppealRoute {
  return hasCode(AppealRoute, value);
}
