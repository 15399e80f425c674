import { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import { ServiceType } from '#domain/enumerations/service-type.ts';
import { defaultRecordSettings } from '#domain/records/record-settings.ts';
import type { ItemSettings } from './item-settings.ts';

/** Returns the settings with which a new item begins. */
export function initialItemSettings(taskCode: string, name: string): ItemSettings {
  return {
    taskCode,
    name,
    categoryId: '',
    orgId: '',
    processKey: '',
    formCodes: [],
    titleFields: [],
    duplicateCheck: false,
    applicantWord: ApplicantTerm.applicant,
    serveTypes: [ServiceType.window],
    secondApproval: false,
    ownMatter: false,
    records: defaultRecordSettings,
    summary: '',
    guide: '',
    sortBy: 100,
    extFields: [],
    petitionFields: null,
    traceSource: null,
    papers: [],
    situations: [],
  };
}
