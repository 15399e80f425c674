import { SearchOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useId, useState } from 'react';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { FailureState } from '../feedback/FailureState.tsx';
import { SkeletonRows } from '../feedback/ScreenSkeleton.tsx';
import {
  type HandlerCandidate,
  type HandlerKind,
  type HandlerSource,
  handlerKindLabel,
} from './handler-sources.ts';
import styles from './pickers.module.css';
import { useSettled } from './use-settled.ts';

/** The candidates of one kind, searched by name at the server. */
export function HandlerCandidates(props: {
  kind: HandlerKind;
  source: HandlerSource;
  single: boolean;
  chosen: ReadonlySet<string>;
  onToggle: (candidate: HandlerCandidate) => void;
}) {
  const { kind, source, single, chosen } = props;
  const label = handlerKindLabel[kind];
  const [text, setText] = useState('');
  const name = useSettled(text.trim());
  const groupName = useId();
  const list = useQuery({
    ...source(name),
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.rows ?? [];
  const more = (list.data?.total ?? 0) - rows.length;

  return (
    <div className={styles.candidates}>
      <Input
        value={text}
        allowClear
        prefix={<SearchOutlined aria-hidden="true" />}
        placeholder={`搜索${label}`}
        aria-label={`搜索${label}`}
        onChange={(event) => setText(event.target.value)}
      />
      {list.isPending && <SkeletonRows rows={6} rowHeight={36} />}
      {list.isError && <FailureState compact failure={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && (
        <EmptyState compact title={name === '' ? `暂无可选的${label}` : `没有找到“${name}”`} />
      )}
      <fieldset className={styles.candidatesList}>
        <legend className="visually-hidden">{label}</legend>
        {rows.map((candidate) => (
          <label key={candidate.key}>
            <input
              type={single ? 'radio' : 'checkbox'}
              name={groupName}
              checked={chosen.has(candidate.key)}
              onChange={() => props.onToggle(candidate)}
            />
            <span className={styles.candidateName}>{candidate.name}</span>
            {candidate.hint && <small>{candidate.hint}</small>}
          </label>
        ))}
      </fieldset>
      {more > 0 && <p className={styles.candidatesMore}>还有 {more} 项未显示，请输入名称查找。</p>}
    </div>
  );
}
