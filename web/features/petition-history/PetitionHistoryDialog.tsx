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
  petitioner: Petitioner;
  /**
   * Enters the selected petition as the original order of the petition being registered; no other value is copied.
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
  petitioner,
  onLink,
  reasonNotLinkable,
  onClose,
}: PetitionHistoryDialogProps) {
  const [filters, setFilters] = useState<FilterValues>(() => initialFiltersOf(petitioner));
  // Without a certificate or telephone number, no request is sent and no problem is shown.
  const [request, setRequest] = useState<HistoryRequest | undefined>(() =>
    hasNumber(petitioner) ? { filters, page: 1 } : undefined,
  );
  const [selected, setSelected] = useState<PetitionHistoryRow>();
  const { answer, failure, running } = useHistory(petitioner, request);
  const search = (newFilters: FilterValues, page = 1) => {
    setSelected(undefined);
    setRequest({ filters: newFilters, page });
  };
  const problems = isCallError(failure) ? failure.problems : [];
  return (
    <AppModal
      open
      title={petitioner.kind === 'order' ? `历史信访 ${petitioner.code}` : '历史信访'}
      width={1120}
      onCancel={onClose}
      footer={
        <DialogFooter
          selected={selected}
          onLink={onLink}
          reasonNotLinkable={reasonNotLinkable}
          onClose={onClose}
        />
      }
    >
      <HistoryFilters
        petitioner={petitioner}
        values={filters}
        choices={answer?.choices}
        problems={problems}
        running={running}
        onChange={setFilters}
        onSearch={() => search(filters)}
        onReset={() => {
          const initialFilters = initialFiltersOf(petitioner);
          setFilters(initialFilters);
          search(initialFilters);
        }}
      />
      <div className={styles.result} aria-busy={running}>
        {failure !== undefined && problems.length === 0 && (
          <FailureState
            compact
            failure={failure}
            onRetry={() => search(request?.filters ?? filters, request?.page)}
          />
        )}
        {(request === undefined || (failure !== undefined && problems.length > 0)) && (
          <EmptyState compact title="请补充查询条件" hint="按证件号码或联系电话查询，号码须完整。" />
        )}
        {request && failure === undefined && answer === undefined && <SkeletonRows rows={6} />}
        {failure === undefined && answer !== undefined && (
          <HistoryResult
            answer={answer}
            applicantTerm={petitioner.applicantTerm}
            page={request?.page ?? 1}
            selected={selected}
            canSelectUnreadable={onLink !== undefined}
            onSelect={setSelected}
            onPage={(page) => search(request?.filters ?? filters, page)}
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

function hasNumber(petitioner: Petitioner): boolean {
  return petitioner.kind === 'order' || petitioner.certNum !== '' || petitioner.contTel !== '';
}

function initialFiltersOf(petitioner: Petitioner): FilterValues {
  if (petitioner.kind === 'order') return {};
  const { name, certTyp, certNum, contTel } = petitioner;
  // A certificate identifies a person; a telephone may change or be shared by a family, so the name is added.
  return certNum === '' ? { certTyp, contTel, name } : { certTyp, certNum };
}

/** Returns the answer to the last query; the previous answer stays until it arrives. */
function useHistory(petitioner: Petitioner, request: HistoryRequest | undefined) {
  const [answer, setAnswer] = useState<HistoryPage>();
  const [failure, setFailure] = useState<unknown>();
  const [running, setRunning] = useState(request !== undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the query matters; the dialog has one petitioner
  useEffect(() => {
    if (request === undefined) return;
    const body = historyBody(request.filters, { page: request.page, size });
    const controller = new AbortController();
    const { signal } = controller;
    const result =
      petitioner.kind === 'order'
        ? call(petitionHistory.ofOrder, { params: { workorderCode: petitioner.code }, body }, { signal })
        : call(
            petitionHistory.ofPetitioner,
            { body: { ...body, ...registeredItem(petitioner, body) } },
            { signal },
          );
    setRunning(true);
    result
      .then(
        (page) => {
          setFailure(undefined);
          setAnswer(page);
        },
        (problem: unknown) => {
          if (!signal.aborted) setFailure(problem);
        },
      )
      .finally(() => {
        if (!signal.aborted) setRunning(false);
      });
    return () => controller.abort();
  }, [request]);
  return { answer, failure, running };
}

function HistoryResult(props: {
  answer: HistoryPage;
  applicantTerm: string;
  page: number;
  selected: PetitionHistoryRow | undefined;
  canSelectUnreadable: boolean;
  onSelect: (row: PetitionHistoryRow) => void;
  onPage: (page: number) => void;
}) {
  const { answer, applicantTerm, page, selected, canSelectUnreadable, onSelect, onPage } = props;
  if (answer.total === 0) {
    return (
      <EmptyState compact title={`没有查到该${applicantTerm}的历史信访`} hint="可以调整查询条件后再查。" />
    );
  }
  return (
    <>
      <HistoryTable
        rows={answer.rows}
        applicantTerm={applicantTerm}
        selected={selected}
        canSelectUnreadable={canSelectUnreadable}
        onSelect={onSelect}
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

function DialogFooter(props: {
  selected: PetitionHistoryRow | undefined;
  onLink: PetitionHistoryDialogProps['onLink'];
  reasonNotLinkable: PetitionHistoryDialogProps['reasonNotLinkable'];
  onClose: () => void;
}) {
  const { selected, onLink, reasonNotLinkable, onClose } = props;
  const reason = selected && reasonNotLinkable?.(selected);
  return (
    <>
      {onLink !== undefined && reason !== undefined && (
        <span role="status" className={styles.whyNot}>
          {reason}
        </span>
      )}
      <Button onClick={onClose}>关闭</Button>
      {onLink === undefined ? (
        <Button
          type="primary"
          disabled={!selected?.urlLink}
          onClick={() => openInNewWindow(selected?.urlLink ?? '')}
        >
          打开办件
        </Button>
      ) : (
        <Button
          type="primary"
          disabled={selected === undefined || reason !== undefined}
          onClick={() => {
            if (selected !== undefined) onLink(selected);
            onClose();
          }}
        >
          设为原办件
        </Button>
      )}
    </>
  );
}
