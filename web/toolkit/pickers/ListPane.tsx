import { useCallback } from 'react';
import { SearchedChoices } from '../choices/SearchedChoices.tsx';
import {
  type HandlerCandidate,
  type HandlerKind,
  type HandlerSource,
  handlerKindLabel,
} from './handler-sources.ts';

/** Shows a tab other than 个人: a list that is searched by name. */
export function ListPane(props: {
  kind: HandlerKind;
  source: HandlerSource;
  /** Candidate keys of the node, to which the choice is limited. */
  allowedKeys: readonly string[] | undefined;
  single: boolean;
  chosen: ReadonlySet<string>;
  onToggle: (candidate: HandlerCandidate) => void;
  onConfirm: () => void;
}) {
  const { kind, allowedKeys, ...list } = props;
  const rowOf = useCallback(
    (row: HandlerCandidate) => ({ ...row, kind, fault: row.fault ?? disabledReasonOf(row.key, allowedKeys) }),
    [kind, allowedKeys],
  );
  return <SearchedChoices {...list} label={handlerKindLabel[kind]} searchHint="名称" rowOf={rowOf} />;
}

function disabledReasonOf(key: string, among: readonly string[] | undefined): string | null {
  return among === undefined || among.includes(key) ? null : '不是本环节的候选处理人';
}
