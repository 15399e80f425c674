import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { PickedStaff } from '#contract/organisations.ts';
import { totalText } from '#domain/lists/total-text.ts';
import { searchKeyOf } from '#domain/texts/spelled-search.ts';
import { ChoiceHead } from '../choices/ChoiceHead.tsx';
import { ChoiceList } from '../choices/ChoiceList.tsx';
import type { ChoiceRow } from '../choices/choice.ts';
import styles from '../choices/choice-list.module.css';
import { useDebounced } from '../choices/use-debounced.ts';
import { usePages } from '../choices/use-pages.ts';
import { joinClasses } from '../styles/join-classes.ts';
import type { HandlerCandidate, HandlerSources, StaffPage, StaffRequest } from './handler-sources.ts';
import { markPinyin, markText, type TextSegment } from './matched-letters.ts';
import { OrganisationTree, type StaffScope } from './OrganisationTree.tsx';

const pageSize = 50;
/** The pause before a search by letters: shorter than that of a tree, since the user types a known name. */
const searchDelayMilliseconds = 250;
/** Number of open tasks at which the bar is full. */
const fullWorkload = 16;

/** Shows 个人: the organisations on the left, people with their workload in the middle. */
export function StaffPane(props: {
  sources: HandlerSources;
  single: boolean;
  chosen: ReadonlySet<string>;
  recent: readonly string[];
  allowedKeys: readonly string[] | undefined;
  notSelf: boolean;
  /** A person who cannot be picked, and the reason. */
  excludedPerson: ExcludedPerson;
  /** True if the number of open tasks matters for the choice. */
  hasWorkload: boolean;
  onToggle: (candidate: HandlerCandidate) => void;
  onConfirm: () => void;
}) {
  const { sources, recent, chosen, allowedKeys, excludedPerson, hasWorkload } = props;
  const [text, setText] = useState('');
  const [scope, setScope] = useState<StaffScope>({ kind: 'all' });
  const searchText = useDebounced(text.trim(), searchDelayMilliseconds);
  const common = {
    ...(allowedKeys !== undefined && { among: allowedKeys.join(',') }),
    ...(props.notSelf && { notSelf: 'true' as const }),
  };
  const request: Omit<StaffRequest, 'page'> = {
    size: pageSize,
    ...(searchText !== '' && { text: searchText }),
    ...scopeOf(scope, recent),
    ...common,
  };
  const list = usePages<PickedStaff, StaffPage>(
    (page) => sources.staff({ ...request, page }),
    JSON.stringify(request),
  );
  const recentPeople = useQuery({
    ...sources.staff({ page: 1, size: pageSize, ids: recent.join(','), ...common }),
    enabled: recent.length > 0,
  });
  const { pages, total } = list;
  const people = useMemo(
    () => pages.flatMap((page) => page.rows.map((person) => withReason(person, excludedPerson))),
    [pages, excludedPerson],
  );
  const isExcludedShown = pages.some(({ rows }) => rows.some((person) => isExcluded(person, excludedPerson)));
  const disabledCount = (list.answer?.barred ?? 0) + (isExcludedShown ? 1 : 0);
  const rows = useMemo(
    () => people.map((person) => rowOf(person, searchText, hasWorkload)),
    [people, searchText, hasWorkload],
  );
  const chips = recent
    .flatMap((id) => recentPeople.data?.rows.find((person) => person.id === id) ?? [])
    .filter(({ id, fault: problem }) => problem === null && id !== excludedPerson?.id)
    .slice(0, 5);

  return (
    <>
      <OrganisationTree sources={sources} scope={scope} recentCount={recent.length} onScope={setScope} />
      <ChoiceList
        label="个人"
        searchHint="姓名、拼音首字母或账号"
        text={text}
        onText={setText}
        rows={rows}
        total={total}
        single={props.single}
        chosen={chosen}
        pending={list.isPending}
        failure={list.failure}
        onRetry={list.retry}
        onEnd={list.loadMore}
        onToggle={props.onToggle}
        onConfirm={props.onConfirm}
        contentAboveRows={
          chips.length > 0 && (
            <div className={styles.recent}>
              <span>最近</span>
              {chips.map((person) => {
                const candidate = rowOf(person, '', hasWorkload);
                const isChosen = chosen.has(candidate.key);
                return (
                  <button
                    key={person.id}
                    type="button"
                    aria-pressed={isChosen}
                    className={joinClasses(styles.chip, isChosen && styles.chipChosen)}
                    onClick={() => props.onToggle(candidate)}
                  >
                    {person.name}
                  </button>
                );
              })}
            </div>
          )
        }
        head={<ChoiceHead columns={['姓名', '单位、职务', ...(hasWorkload ? ['在办工作量'] : [])]} />}
        footer={
          list.answer !== undefined &&
          (disabledCount > 0
            ? `可选 ${totalText(total - disabledCount)} 人，另有 ${totalText(disabledCount)} 人不可选`
            : `找到 ${totalText(total)} 人`)
        }
      />
    </>
  );
}

type ExcludedPerson = { id: string; reason: string } | undefined;

/** Checks whether a person is the excluded one; a reason of the server comes first. */
const isExcluded = (person: PickedStaff, excluded: ExcludedPerson): excluded is NonNullable<ExcludedPerson> =>
  person.id === excluded?.id && person.fault === null;

const withReason = (person: PickedStaff, excluded: ExcludedPerson): PickedStaff =>
  isExcluded(person, excluded) ? { ...person, fault: excluded.reason } : person;

function scopeOf(scope: StaffScope, recent: readonly string[]): Partial<StaffRequest> {
  if (scope.kind === 'recent') return { ids: recent.join(',') };
  if (scope.kind === 'mine') return { mine: 'true' };
  return scope.kind === 'organisation' ? { orgId: scope.id } : {};
}

function rowOf(person: PickedStaff, searchText: string, hasWorkload: boolean): ChoiceRow & HandlerCandidate {
  const { id, name, account, pinyin, orgName, departmentName, title, fault: problem } = person;
  const searchTerms = searchKeyOf(searchText).split(/\s+/);
  const markWith = (mark: (searchText: string) => TextSegment[]) =>
    searchTerms.map(mark).find((pieces) => pieces.some(({ isMatch }) => isMatch)) ?? mark('');
  const byPinyin = markWith((term) => markPinyin(pinyin, term));
  const byAccount = markWith((term) => markText(account, term));
  const isByAccount = byAccount.some(({ isMatch }) => isMatch) && !byPinyin.some(({ isMatch }) => isMatch);
  return {
    key: `staff:${id}`,
    kind: 'staff',
    name,
    hint: [departmentName ?? orgName, hasWorkload && workloadText(person)].filter(Boolean).join(' · '),
    fault: problem,
    displayName: <Marked pieces={markWith((term) => markText(name, term))} />,
    secondLine: <Marked pieces={isByAccount ? byAccount : byPinyin} />,
    unit: orgName,
    post: [departmentName, title].filter(Boolean).join(' · '),
    endContent: hasWorkload && <Workload open={person.open} overdue={person.overdue} />,
  };
}

const openTaskCountText = (count: number) => (count >= 100 ? '99+' : String(count));
const workloadText = ({ open }: Pick<PickedStaff, 'open'>) => `在办 ${openTaskCountText(open)}`;

function Workload({ open, overdue }: Pick<PickedStaff, 'open' | 'overdue'>) {
  return (
    <span className={styles.workload}>
      <span className={styles.bar} aria-hidden="true">
        <span className={styles.filled} style={{ width: `${Math.min(100, (open / fullWorkload) * 100)}%` }} />
      </span>
      <span>{workloadText({ open })}</span>
      {overdue > 0 && <span className={styles.overdue}>超期 {openTaskCountText(overdue)}</span>}
    </span>
  );
}

function Marked({ pieces }: { pieces: readonly TextSegment[] }) {
  let offset = 0;
  return pieces.map(({ text, isMatch }) => {
    const key = offset;
    offset += text.length;
    return isMatch ? <b key={key}>{text}</b> : <span key={key}>{text}</span>;
  });
}
