import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { type HistoryPage, type PetitionHistoryRow, petitionHistory } from '#contract/petition-history.ts';
import { call } from '#web/api/call.ts';
import { isCallError } from '#web/api/call-error.ts';
import { openInNewWindow } from '#web/api/leave-for.ts';
import { AppModal } from '../../toolkit/dialog/AppModal.tsx';
import { EmptyState } from '../../toolkit/feedback/EmptyState.tsx';
import { FailureState } from '../../toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '../../toolkit/feedback/ScreenSkeleton.tsx';
import { ListPagination } from '../../toolkit/list/ListPagination.tsx';
import type { FilterValues } from '../../toolkit/list-model/list-types.ts';
import { HistoryFilters } from './HistoryFilters.tsx';
import { HistoryTable } from './HistoryTable.tsx';
import { historyBody, type Petitioner, registeredItem } from './history-filters.ts';
import styles from './petition-history.module.css';

export interface PetitionHistoryDialogProps {
  of: Petitioner;
  /**
   * Enters the chosen petition as the earlier one of the petition being registered; nothing else is copied.
   */
  onLink?: ((row: PetitionHistoryRow) => void) | undefined;
  /** Returns the reason why a petition cannot be linked; undefined if it can. */
  reasonNotLinkable?: ((row: PetitionHistoryRow) => string | undefined) | undefined;
  onClose: () => void;
}

const size = 10;

/**
 * Shows earlier petitions in a large dialog (S1 §2): with filters, pages and one selection. Each query is
 * recorded.
 */
export function PetitionHistoryDialog({
  of,
  onLink,
  reasonNotLinkable,
  onClose,
}: PetitionHistoryDialogProps) {
  const [filters, setFilters] = useState<FilterValues>(() => startingFilters(of));
  // Before there is a number to search by, no request is sent and no problem is shown.
  const [request, setRequest] = useState<HistoryRequest | undefined>(() =>
    hasNumber(of) ? { filters, page: 1 } : undefined,
  );
  const [chosen, setChosen] = useState<PetitionHistoryRow>();
  const { answer, failure, running } = useHistory(of, request);
  const ask = (next: FilterValues, page = 1) => {
    setChosen(undefined);
    setRequest({ filters: next, page });
  };
  const problems = isCallError(failure) ? failure.problems : [];
  return (
    <AppModal
      open
      title={of.kind === 'order' ? `历史信访 ${of.code}` : '历史信访'}
      width={1120}
      onCancel={onClose}
      footer={
        <Foot chosen={chosen} onLink={onLink} reasonNotLinkable={reasonNotLinkable} onClose={onClose} />
      }
    >
      <HistoryFilters
        petitioner={of}
        values={filters}
        choices={answer?.choices}
        problems={problems}
        running={running}
        onChange={setFilters}
        onAsk={() => ask(filters)}
        onReset={() => {
          const start = startingFilters(of);
          setFilters(start);
          ask(start);
        }}
      />
      <div className={styles.result} aria-busy={running}>
        {failure !== undefined && problems.length === 0 && (
          <FailureState
            compact
            failure={failure}
            onRetry={() => ask(request?.filters ?? filters, request?.page)}
          />
        )}
        {(request === undefined || (failure !== undefined && problems.length > 0)) && (
          <EmptyState compact title="请补充查询条件" hint="按证件号码或联系电话查询，号码须完整。" />
        )}
        {request && failure === undefined && answer === undefined && <SkeletonRows rows={6} />}
        {failure === undefined && answer !== undefined && (
          <Found
            answer={answer}
            word={of.word}
            page={request?.page ?? 1}
            chosen={chosen}
            mayChooseClosed={onLink !== undefined}
            onChoose={setChosen}
            onPage={(page) => ask(request?.filters ?? filters, page)}
          />
        )}
      </div>
      <p className={styles.note}>每次查询都将被记录；没有查阅权限的办件只显示流水号、日期和状态。</p>
    </AppModal>
  );
}

interface HistoryRequest {
  filters: FilterValues;
  page: number;
}

function hasNumber(of: Petitioner): boolean {
  return of.kind === 'order' || of.certNum !== '' || of.contTel !== '';
}

function startingFilters(of: Petitioner): FilterValues {
  if (of.kind === 'order') return {};
  const { name, certTyp, certNum, contTel } = of;
  // A certificate identifies a person; a telephone may change or be shared by a family, so the name is added.
  return certNum === '' ? { certTyp, contTel, name } : { certTyp, certNum };
}

/** Returns the answer to the last query; the previous answer stays until it arrives. */
function useHistory(of: Petitioner, request: HistoryRequest | undefined) {
  const [answer, setAnswer] = useState<HistoryPage>();
  const [failure, setFailure] = useState<unknown>();
  const [running, setRunning] = useState(request !== undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the query matters; the dialog has one petitioner
  useEffect(() => {
    if (request === undefined) return;
    const body = historyBody(request.filters, { page: request.page, size });
    const offboarding = new AbortController();
    const { signal } = offboarding;
    const result =
      of.kind === 'order'
        ? call(petitionHistory.ofOrder, { params: { workorderCode: of.code }, body }, { signal })
        : call(petitionHistory.ofPetitioner, { body: { ...body, ...registeredItem(of, body) } }, { signal });
    setRunning(true);
    result
      .then(
        (found) => {
          setFailure(undefined);
          setAnswer(found);
        },
        (problem: unknown) => {
          if (!signal.aborted) setFailure(problem);
        },
      )
      .finally(() => {
        if (!signal.aborted) setRunning(false);
      });
    return () => offboarding.abort();
  }, [request]);
  return { answer, failure, running };
}

function Found(props: {
  answer: HistoryPage;
  word: string;
  page: number;
  chosen: PetitionHistoryRow | undefined;
  mayChooseClosed: boolean;
  onChoose: (row: PetitionHistoryRow) => void;
  onPage: (page: number) => void;
}) {
  const { answer, word, page, chosen, mayChooseClosed, onChoose, onPage } = props;
  if (answer.total === 0) {
    return <EmptyState compact title={`没有查到该${word}的历史信访`} hint="可以调整查询条件后再查。" />;
  }
  return (
    <>
      <HistoryTable
        rows={answer.rows}
        word={word}
        chosen={chosen}
        mayChooseClosed={mayChooseClosed}
        onChoose={onChoose}
      />
      <div className={styles.pager}>
        <span role="status">共 {answer.total} 件</span>
        {answer.total > size && (
          <ListPagination page={page} size={size} total={answer.total} onPage={onPage} />
        )}
      </div>
    </>
  );
}

function Foot(props: {
  chosen: PetitionHistoryRow | undefined;
  onLink: PetitionHistoryDialogProps['onLink'];
  reasonNotLinkable: PetitionHistoryDialogProps['reasonNotLinkable'];
  onClose: () => void;
}) {
  const { chosen, onLink, reasonNotLinkable, onClose } = props;
  const whyNot = chosen && reasonNotLinkable?.(chosen);
  return (
    <>
      {onLink !== undefined && whyNot !== undefined && (
        <span role="status" className={styles.whyNot}>
          {whyNot}
        </span>
      )}
      <Button onClick={onClose}>关闭</Button>
      {onLink === undefined ? (
        <Button
          type="primary"
          disabled={!chosen?.urlLink}
          onClick={() => openInNewWindow(chosen?.urlLink ?? '')}
        >
          打开办件
        </Button>
      ) : (
        <Button
          type="primary"
          disabled={chosen === undefined || whyNot !== undefined}
          onClick={() => {
            if (chosen !== undefined) onLink(chosen);
            onClose();
          }}
        >
          设为原办件
        </Button>
      )}
    </>
  );
}
