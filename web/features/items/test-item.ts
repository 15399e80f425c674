import { defaultRecordSettings } from '#domain/records/record-settings.ts';

/** Settings of an item for tests. */
export const settings = {
  taskCode: 'street-stall',
  name: '占道经营许可',
  categoryId: 'permit',
  orgId: 'org',
  processKey: 'stall',
  formCodes: ['stall'],
  titleFields: [],
  duplicateCheck: false,
  ownMatter: false,
  records: defaultRecordSettings,
  applicantWord: '申请人' as const,
  serveTypes: ['window' as const],
  secondApproval: false,
  summary: '',
  guide: '',
  sortBy: 1,
  extFields: [],
  petitionFields: null,
  traceSource: null,
  papers: [],
  situations: [],
};
