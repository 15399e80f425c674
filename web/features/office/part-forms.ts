import type { z } from 'zod';
import type { CacheableEndpoint, Endpoint } from '#contract/endpoint.ts';
import {
  officeGroups,
  officeHalls,
  officePosts,
  type officeUses,
  officeWindows,
} from '#contract/office-parts.ts';

/** A call of one kind; its body contains the fields of the kind. */
type AnyCall = Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType>;

/** The uses of an object, and of an organisation also those that prevent disabling it. */
export type OfficeUses = z.output<typeof officeUses> & {
  currentUses?: z.output<typeof officeUses>['uses'];
};

/** The call that returns the uses of an object. */
export type UsesCall = Endpoint<z.ZodType, z.ZodType, z.ZodType, typeof officeUses> & CacheableEndpoint;

/**
 * Describes one kind of office part for its editor: name, calls, and fields in addition to code, name and order.
 */
export interface PartForm {
  title: string;
  fields: readonly ('orgId' | 'hallId' | 'number' | 'applications')[];
  /** True if the organisation is optional. */
  orgOptional?: boolean;
  /** The filter of 账号 that finds the people who belong to such a part. */
  peopleFilter?: 'positionId' | 'groupId' | 'windowId';
  /** Advice on a part in use, in addition to changing its people. */
  advice?: string;
  list: Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType<{ rows: readonly StoredPart[] }>> &
    CacheableEndpoint;
  create: AnyCall;
  change: AnyCall;
  uses: UsesCall;
  remove: AnyCall;
}

export interface PartValues {
  code: string;
  name: string;
  sortBy: number | null;
  orgId?: string | null;
  hallId?: string;
  number?: string;
  applications?: readonly string[];
}

/** A part as its list returns it. */
export type StoredPart = Omit<PartValues, 'code' | 'sortBy'> & {
  id: string;
  sortBy: number;
  digest: string;
  orgName?: string | null;
  hallName?: string;
};

/** The part that is edited; `row` is undefined for a new one. */
export interface EditedPart {
  form: PartForm;
  row?: StoredPart;
  /** Name of the part in a question, different from the names of all others. */
  uniqueName?: string;
  /** Codes in use. */
  usedCodes?: readonly string[];
  /** Initial values of a new part. */
  initialValues?: Partial<PartValues>;
  /** Position in the list: that of the edited part, or the one after the last part. */
  position: number;
  isRemoval?: boolean;
}

const callsOf = ({
  list,
  create,
  change,
  uses,
  remove,
}: typeof officeHalls | typeof officeWindows | typeof officePosts | typeof officeGroups) => ({
  list: list as unknown as PartForm['list'],
  create: create as unknown as AnyCall,
  change: change as unknown as AnyCall,
  uses: uses as unknown as UsesCall,
  remove: remove as unknown as AnyCall,
});

export const hallForm: PartForm = {
  title: '大厅',
  fields: ['orgId'],
  advice: '请先删除这些窗口，或把它们改到别的大厅。',
  ...callsOf(officeHalls),
};
export const windowForm: PartForm = {
  title: '窗口',
  fields: ['hallId', 'number'],
  peopleFilter: 'windowId',
  ...callsOf(officeWindows),
};
export const postForm: PartForm = {
  title: '岗位',
  fields: ['orgId'],
  orgOptional: true,
  peopleFilter: 'positionId',
  ...callsOf(officePosts),
};
export const groupForm: PartForm = {
  title: '用户组',
  fields: ['applications'],
  peopleFilter: 'groupId',
  ...callsOf(officeGroups),
};

/** Returns the body to send: only the fields of the kind. */
export function bodyOf({ fields }: PartForm, values: PartValues): Record<string, unknown> {
  // A field that the user never edited has no value, although its type requires one.
  const trimText = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
  const body: Record<string, unknown> = { name: trimText(values.name), sortBy: values.sortBy ?? 0 };
  for (const field of fields) {
    const value = values[field];
    if (field === 'orgId') body.orgId = value || null;
    else if (field === 'applications') body.applications = value ?? [];
    else body[field] = trimText(value);
  }
  return body;
}

export const partLabels: Partial<Record<keyof PartValues, string>> = {
  name: '名称',
  sortBy: '顺序',
  orgId: '所属机构',
  hallId: '所属大厅',
  number: '窗口号',
  applications: '业务应用',
};

/** Returns the content of a part's dialog, for comparison with another person's change. */
export function draftOf(part: PartForm, values: Omit<PartValues, 'code'>): Omit<PartValues, 'code'> {
  return bodyOf(part, { code: '', ...values }) as unknown as Omit<PartValues, 'code'>;
}
