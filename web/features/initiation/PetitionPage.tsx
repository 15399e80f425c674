import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { BusinessItemRow } from '#contract/catalogue.ts';
import type { ShellSettings } from '#contract/shell.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { ScreenSkeleton } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { shellSettingsQuery } from '#web/toolkit/page/embedding.ts';
import { Page } from '#web/toolkit/page/Page.tsx';
import { useReturnPath } from '#web/toolkit/page/use-return-path.ts';
import type { PetitionHistoryOfInitiation } from './ApplicantHistory.tsx';
import { InitiationLoader } from './InitiationLoader.tsx';
import { draftQuery, petitionItemsQuery } from './initiation-queries.ts';
import styles from './petition-page.module.css';

const title = '信访登记';

/**
 * Shows 信访登记 (S0 §2 sub-app B): the start of a petition item on its own page, which is a keep-alive screen. If there
 * are several items the user chooses, with the office's default first.
 */
export function PetitionPage({ PetitionHistory }: { PetitionHistory: PetitionHistoryOfInitiation }) {
  const [query] = useSearchParams();
  const settings = useQuery(shellSettingsQuery);
  const items = useQuery(petitionItemsQuery);
  const defaultItem = settings.data?.petitionItem ?? undefined;
  const draftId = query.get('draftId') ?? '';
  const draft = useQuery({ ...draftQuery(draftId), enabled: draftId !== '' });
  const availableItems = items.data && sortItems(items.data.rows, defaultItem);
  const onlyItem =
    availableItems !== undefined && availableItems.length < 2
      ? (defaultItem ?? availableItems[0]?.taskCode)
      : undefined;
  const item = query.get('taskCode') ?? draft.data?.taskCode ?? onlyItem;
  // Another draft needs a new form; a draft that this page created is not in the router's address.
  if (item) {
    const home = onlyItem === undefined ? '/petition' : '/';
    return (
      <InitiationLoader
        key={`${item} ${draftId}`}
        taskCode={item}
        title={title}
        homePath={home}
        fullPage
        PetitionHistory={PetitionHistory}
      />
    );
  }
  const queries = draftId === '' ? [settings, items] : [settings, items, draft];
  return (
    <ItemChoice
      queries={queries}
      availableItems={availableItems ?? []}
      missingSetting={settings.data?.petitionUnset ?? null}
    />
  );
}

/** Returns the items in catalogue order, with the office's default first. */
function sortItems(
  items: readonly BusinessItemRow[],
  defaultItem: string | undefined,
): readonly BusinessItemRow[] {
  return items.toSorted((a, b) => Number(b.taskCode === defaultItem) - Number(a.taskCode === defaultItem));
}

/** Shows the item of the petition and a choice, or the reason why there is none. */
function ItemChoice(props: {
  queries: readonly UseQueryResult[];
  availableItems: readonly BusinessItemRow[];
  missingSetting: ShellSettings['petitionUnset'];
}) {
  const { queries, availableItems, missingSetting } = props;
  const returnPath = useReturnPath('/');
  const failedQuery = queries.find(({ isError }) => isError);
  const isPending = queries.some((each) => each.isPending);
  return (
    <Page title={title} {...returnPath}>
      <Card title={availableItems.length > 1 ? '请选择登记的事项' : undefined}>
        {failedQuery !== undefined && (
          <FailureState failure={failedQuery.error} onRetry={() => void failedQuery.refetch()} />
        )}
        {failedQuery === undefined && isPending && <ScreenSkeleton />}
        {!isPending && availableItems.length > 1 && (
          <ul className={styles.choices}>
            {availableItems.map(({ taskCode, name, summary }) => (
              <li key={taskCode}>
                <Link to={`/petition?${new URLSearchParams({ taskCode })}`}>
                  <b>{name}</b>
                  <span>{summary}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
        {!isPending && availableItems.length === 0 && missingSetting && (
          <EmptyState title="还没有指定信访登记的事项" hint={<MissingPetitionItem {...missingSetting} />} />
        )}
      </Card>
    </Page>
  );
}

/** Shows how to configure the missing item: the setting to write on the server, or the people to ask. */
function MissingPetitionItem({ isMine, doers }: NonNullable<ShellSettings['petitionUnset']>) {
  if (!isMine)
    return doers.length > 0
      ? `需要在服务器的设置中指定，请联系负责系统运行的${doers.join('、')}。其他事项照常在“新建办件”中登记。`
      : '需要在服务器的设置中指定，请联系维护服务器的人员。其他事项照常在“新建办件”中登记。';
  return (
    <>
      在服务器的设置中加一行 <code>PORTAL_PETITION_ITEM=事项编码</code>
      ，再重新启动。事项编码由配置管理员在“事项”中查到；服务器不由您维护的，请转告维护的人员。
    </>
  );
}
