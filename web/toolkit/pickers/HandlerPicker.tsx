import { ExclamationCircleOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Tabs, Tooltip } from 'antd';
import { useState } from 'react';
import type { CurrentUser } from '#contract/session.ts';
import { findsName } from '#domain/texts/name-search.ts';
import { meQuery } from '#web/api/use-me.ts';
import { useResetOnOpen } from '../choices/use-reset-on-open.ts';
import { AppModal } from '../dialog/AppModal.tsx';
import { useFeedback } from '../feedback/use-feedback.ts';
import tabStyles from '../page/tabs.module.css';
import { joinClasses } from '../styles/join-classes.ts';
import { ChosenHandlers } from './ChosenHandlers.tsx';
import styles from './handler-picker.module.css';
import {
  type CountedOrganisation,
  type HandlerCandidate,
  type HandlerKind,
  type HandlerSource,
  type HandlerSources,
  handlerKindLabel,
  handlerKinds,
} from './handler-sources.ts';
import { ListPane } from './ListPane.tsx';
import { readRecentHandlers, storeRecentHandlers } from './recent-handlers.ts';
import { StaffPane } from './StaffPane.tsx';

export interface HandlerPickerProps {
  open: boolean;
  /** 选择处理人 unless the action has its own title, such as 选择改派人员. */
  title?: string;
  /** Note next to the title: the purpose, and who may be chosen. */
  note?: string;
  /** The kinds that may be picked; the others are visible but disabled, except 窗口, which is hidden then. */
  kinds: readonly HandlerKind[];
  sources: HandlerSources;
  value: readonly HandlerCandidate[];
  /** True to hide the tabs of all other kinds, for choices outside an action on a work order. */
  hidesOtherKinds?: boolean;
  /** Candidate keys to which the node limits the choice. */
  allowedKeys?: readonly string[];
  /** True if only one may be picked (delegation, reassignment). */
  single?: boolean;
  /** True if the user cannot be picked. */
  notSelf?: boolean;
  /** Another person who cannot be picked, and the reason. */
  excludedPerson?: { id: string; reason: string } | undefined;
  /** True if the chosen people get no task, so that workloads do not matter. */
  hidesWorkload?: boolean;
  onConfirm: (chosen: readonly HandlerCandidate[]) => void;
  onCancel: () => void;
}

/**
 * Shows a picker for handlers of any kind (S1 §2): the source, the candidates with their workload, and the
 * choice.
 */
export function HandlerPicker(props: HandlerPickerProps) {
  const { open, kinds, value, single = false, title = '选择处理人' } = props;
  const [chosen, setChosen] = useState(value);
  const [tab, setTab] = useState<HandlerKind>();
  const person = useQueryClient().getQueryData<CurrentUser>(meQuery.queryKey)?.username ?? '';
  const [recent, setRecent] = useState<readonly string[]>([]);
  const feedback = useFeedback();

  // Each opening starts with the form's current value.
  useResetOnOpen(open, () => {
    setChosen(value);
    setRecent(readRecentHandlers(person));
  });

  const sources = { ...props.sources, byKind: { ...unitSources(props.sources), ...props.sources.byKind } };
  const tabs = handlerKinds
    .filter((kind) => (kind !== 'window' && !props.hidesOtherKinds) || kinds.includes(kind))
    .map((kind) => ({ kind, reason: disabledReasonOf(kind, kinds, sources) }));
  const activeTab = tab ?? tabs.find(({ reason }) => reason === null)?.kind;

  const toggle = (candidate: HandlerCandidate) => {
    const storedCandidate = {
      key: candidate.key,
      name: candidate.name,
      hint: candidate.hint,
      kind: candidate.kind,
    };
    setChosen((before) => {
      const without = before.filter(({ key }) => key !== candidate.key);
      if (without.length < before.length) return without;
      return single ? [storedCandidate] : [...before, storedCandidate];
    });
  };

  const confirm = () => {
    if (chosen.length === 0) {
      feedback.warn(`请${title}`);
      return;
    }
    storeRecentHandlers(
      person,
      chosen.flatMap(({ key }) => (key.startsWith('staff:') ? [key.slice('staff:'.length)] : [])),
    );
    props.onConfirm(chosen);
  };
  const pane = {
    single,
    chosen: new Set(chosen.map(({ key }) => key)),
    allowedKeys: props.allowedKeys,
    onToggle: toggle,
    onConfirm: confirm,
  };
  const listSource = activeTab === undefined ? undefined : sources.byKind[activeTab];

  return (
    <AppModal
      open={open}
      title={
        <>
          {title}
          {props.note && <small className={styles.note}>{props.note}</small>}
        </>
      }
      className={styles.dialog}
      width={1200}
      okText={chosen.length === 0 ? '确认选择' : `确认选择 ${chosen.length} 项`}
      onOk={confirm}
      onCancel={props.onCancel}
      destroyOnHidden
    >
      <Tabs
        className={joinClasses(styles.tabs, tabStyles.swiped)}
        activeKey={activeTab}
        onChange={(key) => setTab(key as HandlerKind)}
        items={tabs.map(({ kind, reason }) => ({
          key: kind,
          disabled: reason !== null,
          label:
            reason === null ? (
              handlerKindLabel[kind]
            ) : (
              <Tooltip title={reason}>
                <span>
                  {handlerKindLabel[kind]} <ExclamationCircleOutlined aria-hidden="true" />
                  <span className="visually-hidden">（{reason}）</span>
                </span>
              </Tooltip>
            ),
        }))}
      />
      <div className={styles.panes} role="tabpanel" aria-label={activeTab && handlerKindLabel[activeTab]}>
        {activeTab === 'staff' && (
          <StaffPane
            {...pane}
            sources={sources}
            recent={recent}
            notSelf={props.notSelf === true}
            excludedPerson={props.excludedPerson}
            hasWorkload={!props.hidesWorkload}
          />
        )}
        {activeTab !== undefined && activeTab !== 'staff' && listSource !== undefined && (
          <ListPane key={activeTab} {...pane} kind={activeTab} source={listSource} />
        )}
        <ChosenHandlers
          chosen={chosen}
          single={single}
          onRemove={(key) => setChosen(chosen.filter((candidate) => candidate.key !== key))}
          onClear={() => setChosen([])}
        />
      </div>
    </AppModal>
  );
}

function disabledReasonOf(
  kind: HandlerKind,
  kinds: readonly HandlerKind[],
  { byKind }: HandlerSources,
): string | null {
  if (!kinds.includes(kind)) return '本操作不能选择此类处理人';
  return kind === 'staff' || byKind[kind] !== undefined ? null : '只有办理办件时才能选择';
}

/** Returns the sources of departments and organisations: the same tree that is shown next to the people. */
function unitSources({ organisations }: HandlerSources): Partial<Record<HandlerKind, HandlerSource>> {
  const sourceOf =
    (kind: 'department' | 'organisation', prefix: string): HandlerSource =>
    (name) => {
      const tree = organisations();
      return { ...tree, select: (answer) => unitsOf(tree.select(answer).rows, { kind, prefix, name }) };
    };
  return { department: sourceOf('department', 'department'), organisation: sourceOf('organisation', 'org') };
}

function unitsOf(
  rows: readonly CountedOrganisation[],
  { kind, prefix, name }: { kind: CountedOrganisation['kind']; prefix: string; name: string },
) {
  const names = new Map(rows.map((row) => [row.id, row.name]));
  const matches = rows.filter((row) => row.kind === kind && findsName(name, row.name, row.pinyin));
  return {
    total: matches.length,
    rows: matches.map((row) => ({
      key: `${prefix}:${row.id}`,
      name: row.name,
      hint: [names.get(row.parent ?? ''), `${row.staffs} 人`].filter(Boolean).join(' · '),
      fault: row.staffs === 0 ? '没有在岗人员' : null,
    })),
  };
}
