import type { PickedStaff } from '#contract/organisations.ts';
import { queryOfSample } from '#web/api/query-of.ts';
import type { ChooserProps } from '#web/toolkit/form/form-context.ts';
import { HandlerPicker } from '#web/toolkit/pickers/HandlerPicker.tsx';
import type { HandlerSources } from '#web/toolkit/pickers/handler-sources.ts';
import { OrganisationPicker } from '#web/toolkit/pickers/OrganisationPicker.tsx';
import {
  type OrganisationChoices,
  type OrganisationRow,
  organisationChoices,
} from '#web/toolkit/pickers/organisation-choices.ts';

/** The dialogs of fields of the samples: authors of forms may not read the directory of the office. */

const organisations: readonly OrganisationRow[] = [
  ['10002', '淳安县信访局'],
  ['10003', '淳安县市场监督管理局'],
  ['10004', '淳安县住房和城乡建设局'],
].map(([id = '', name = '']) => ({
  id,
  key: id,
  name,
  hint: '',
  isLeaf: true,
  kind: 'organisation' as const,
}));

/** The organisations of the samples, as the field 组织机构 lists them. */
export const loadSampleOrganisations = async () => organisations.map(({ id, name }) => ({ id, name }));

const people: readonly PickedStaff[] = [
  ['liuyang', '刘洋', 'liu yang', '10002'],
  ['zhaomin', '赵敏', 'zhao min', '10002'],
  ['xujun', '徐军', 'xu jun', '10003'],
].map(([id = '', name = '', pinyin = '', org]) => ({
  id,
  name,
  pinyin,
  account: id,
  title: '科员',
  orgName: organisations.find((each) => each.id === org)?.name ?? '',
  departmentName: null,
  open: 0,
  overdue: 0,
  fault: null,
}));

const matching = <Row extends { name: string }>(rows: readonly Row[], text = '') => {
  const found = rows.filter(({ name }) => name.includes(text));
  return { rows: found, total: found.length };
};

const roles = [{ key: 'role:handler', name: '经办人' }];

const handlerSources: HandlerSources = {
  staff: ({ orgId, ...query }) => {
    const org = organisations.find(({ id }) => id === orgId);
    const here = org === undefined ? people : people.filter(({ orgName }) => orgName === org.name);
    return queryOfSample('people', { orgId, ...query }, { ...matching(here, query.text), barred: 0 });
  },
  organisations: () =>
    queryOfSample(
      'counted organisations',
      {},
      {
        departmentId: null,
        rows: organisations.map(({ id, name, kind }) => ({
          ...{ id, name, kind, parent: null },
          staffs: people.filter(({ orgName }) => orgName === name).length,
        })),
      },
    ),
  byKind: {
    role: (name) => queryOfSample('roles', { name }, matching(roles, name)),
    organisation: (name) =>
      queryOfSample(
        'organisations as handlers',
        { name },
        matching(
          organisations.map(({ id, name: title }) => ({ key: `org:${id}`, name: title })),
          name,
        ),
      ),
  },
};

const sampleOrganisations: OrganisationChoices = {
  regions: organisationChoices.regions,
  children: (_area, parent) =>
    queryOfSample('organisations below', { parent }, parent === undefined ? organisations : []),
  search: (_area, name) => queryOfSample('found organisations', { name }, matching(organisations, name).rows),
  table: () => (name) => queryOfSample('organisations', { name }, matching(organisations, name)),
};

const kinds = ['staff', 'role', 'organisation'] as const;

export function SampleHandlers(props: Omit<ChooserProps, 'onLoadFailed'>) {
  return (
    <HandlerPicker {...props} open hidesOtherKinds hidesWorkload kinds={kinds} sources={handlerSources} />
  );
}

export function SampleOrganisations(props: Omit<ChooserProps, 'onLoadFailed'>) {
  return <OrganisationPicker {...props} choices={sampleOrganisations} />;
}
