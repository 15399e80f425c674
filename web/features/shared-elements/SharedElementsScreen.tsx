import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { type SharedElement, sharedElements } from '#contract/shared-elements.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useNameSearch } from '#web/toolkit/choices/use-name-search.ts';
import { ShowCodesSwitch } from '#web/toolkit/codes/ShowCodesSwitch.tsx';
import { useShowCodes } from '#web/toolkit/codes/use-show-codes.ts';
import { DefinitionSearch } from '#web/toolkit/definitions/DefinitionSearch.tsx';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { useFileViewer } from '#web/toolkit/files/use-file-viewer.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { TableCard } from '#web/toolkit/table/TableCard.tsx';
import cells from '#web/toolkit/table/table.module.css';
import { type TableColumn, WideTable } from '#web/toolkit/table/WideTable.tsx';
import { RemoveElementDialog } from './RemoveElementDialog.tsx';
import { SharedElementDialog } from './SharedElementDialog.tsx';

const columnsOf = (showsCodes: boolean): readonly TableColumn[] => [
  { title: '名称', width: 180 },
  ...(showsCodes ? ['编码'] : []),
  '样表',
  '备注',
  '用在哪里',
  { title: '最近修改', width: 168 },
  { title: '操作', kind: 'actions', width: 112 },
];

type OpenDialog = { kind: 'edit'; element?: SharedElement } | { kind: 'remove'; element: SharedElement };

/** Shows 共享要素: codes that fields of forms carry, each with its file and the fields that use it (decision 0231). */
export function SharedElementsScreen() {
  const list = useQuery(queryOf(sharedElements.list, {}));
  const [keyword, setKeyword] = useState('');
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const close = () => setOpenDialog(undefined);
  const rows = list.data?.rows ?? [];
  const add = () => setOpenDialog({ kind: 'edit' });
  return (
    <Page
      title="共享要素"
      actions={
        <Button type="primary" icon={<PlusOutlined aria-hidden />} disabled={!list.isSuccess} onClick={add}>
          添加共享要素
        </Button>
      }
    >
      <TableCard
        filters={
          rows.length > 0 && (
            <DefinitionSearch
              label="查找共享要素"
              placeholder="名称、编码、样表或备注"
              onSearch={setKeyword}
            />
          )
        }
        tools={rows.length > 0 && <ShowCodesSwitch />}
      >
        {list.isPending && <SkeletonRows rows={8} />}
        {list.isError && <FailureState failure={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && rows.length === 0 && (
          <EmptyState
            title="还没有共享要素"
            hint="一个共享要素有一份样表，如“申请书示范文本”。表单的字段选用后，填写人可以随时查看；换一份样表，各表单同时更新。"
            action={
              <Button type="primary" onClick={add}>
                添加共享要素
              </Button>
            }
          />
        )}
        {rows.length > 0 && <Elements rows={rows} keyword={keyword} onOpen={setOpenDialog} />}
      </TableCard>
      {openDialog?.kind === 'edit' && (
        <SharedElementDialog
          element={openDialog.element}
          usedCodes={rows.map(({ code }) => code)}
          onClose={close}
        />
      )}
      {openDialog?.kind === 'remove' && <RemoveElementDialog element={openDialog.element} onClose={close} />}
    </Page>
  );
}

function Elements(props: {
  rows: readonly SharedElement[];
  keyword: string;
  onOpen: (dialog: OpenDialog) => void;
}) {
  const { rows, keyword, onOpen } = props;
  const [showsCodes] = useShowCodes();
  const textsOf = ({ name, file, remark }: SharedElement) => [name, file.name, remark];
  const { finds, isLoading } = useNameSearch(keyword, rows.flatMap(textsOf));
  const matches = rows.filter((row) => textsOf(row).some(finds) || row.code.includes(keyword));
  const { view, viewer } = useFileViewer(matches.map(({ file }) => file));
  if (matches.length === 0 && isLoading) return null;
  if (matches.length === 0) return <EmptyState compact title="没有找到共享要素" />;
  return (
    <>
      <WideTable oneLine label="共享要素列表" columns={columnsOf(showsCodes)}>
        {matches.map((element) => (
          <tr key={element.code}>
            <th scope="row" className={cells.wraps}>
              {element.name}
            </th>
            {showsCodes && <td className={cells.quiet}>{element.code}</td>}
            <td>
              <Button
                type="link"
                size="small"
                aria-label={`查看 ${element.name} 的样表 ${element.file.name}`}
                onClick={() => view(element.file.id)}
              >
                {element.file.name}
              </Button>
            </td>
            <td className={cells.wraps}>{element.remark || '无'}</td>
            <td className={cells.wraps}>{usesText(element)}</td>
            <td className={cells.quiet}>
              {element.updatedBy} <DateTime value={element.updatedAt} dateOnly />
            </td>
            <td className={cells.actions}>
              <Button
                type="link"
                size="small"
                aria-label={`修改 ${element.name}`}
                onClick={() => onOpen({ kind: 'edit', element })}
              >
                修改
              </Button>
              <Button
                type="link"
                size="small"
                aria-label={`删除 ${element.name}`}
                onClick={() => onOpen({ kind: 'remove', element })}
              >
                删除
              </Button>
            </td>
          </tr>
        ))}
      </WideTable>
      {viewer}
    </>
  );
}

const maxShownUses = 2;

/** Returns the first fields that use an element, and their number if there are more. */
function usesText({ usedBy }: SharedElement): string {
  const shown = usedBy.slice(0, maxShownUses).map(({ text }) => text);
  return `${shown.join('、')}${usedBy.length > maxShownUses ? ` 等 ${usedBy.length} 处` : ''}` || '尚未使用';
}
