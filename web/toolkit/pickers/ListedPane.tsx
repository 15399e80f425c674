import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChoiceList } from './ChoiceList.tsx';
import {
  type HandlerCandidate,
  type HandlerKind,
  type HandlerSource,
  handlerKindLabel,
} from './handler-sources.ts';
import { useSettled } from './use-settled.ts';

const settleMilliseconds = 250;

/** Every tab but 个人: a list that is searched by name. */
export function ListedPane(props: {
  kind: HandlerKind;
  source: HandlerSource;
  /** Candidate keys of the node, to which the choice is bound. */
  among: readonly string[] | undefined;
  single: boolean;
  chosen: ReadonlySet<string>;
  onToggle: (candidate: HandlerCandidate) => void;
  onConfirm: () => void;
}) {
  const { kind, among } = props;
  const [text, setText] = useState('');
  const word = useSettled(text.trim(), settleMilliseconds);
  const list = useQuery({ ...props.source(word), placeholderData: keepPreviousData });
  const rows = (list.data?.rows ?? [])
    .map((row) => ({ ...row, kind, fault: row.fault ?? outside(row.key, among) }))
    .sort((left, right) => Number(left.fault !== null) - Number(right.fault !== null));
  const total = list.data?.total ?? 0;
  const barred = rows.filter(({ fault }) => fault !== null).length;
  return (
    <ChoiceList
      label={handlerKindLabel[kind]}
      searchHint="名称"
      text={text}
      onText={setText}
      rows={rows}
      total={total}
      single={props.single}
      chosen={props.chosen}
      pending={list.isPending}
      failure={list.error}
      onRetry={() => void list.refetch()}
      onToggle={props.onToggle}
      onConfirm={props.onConfirm}
      footing={
        list.isSuccess &&
        `找到 ${total} 项${barred > 0 ? `，${barred} 项不可选` : ''}${
          total > rows.length ? `，显示前 ${rows.length} 项，请输入名称查找` : ''
        }`
      }
    />
  );
}

function outside(key: string, among: readonly string[] | undefined): string | null {
  return among === undefined || among.includes(key) ? null : '不是本环节的候选处理人';
}
