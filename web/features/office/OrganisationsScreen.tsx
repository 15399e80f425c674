import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  type EditableOrganisation,
  officeOrganisations,
  organisationSheet,
} from '#contract/office-organisations.ts';
import { queryOf } from '#web/api/query-of.ts';
import { distinctName } from '#web/toolkit/codes/distinct-name.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { MasterDetail } from '#web/toolkit/page/MasterDetail.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { SheetImport } from '#web/toolkit/sheet-import/SheetImport.tsx';
import { MoveOrganisationDialog } from './MoveOrganisationDialog.tsx';
import { OrganisationDetails } from './OrganisationDetails.tsx';
import { OrganisationDialog } from './OrganisationDialog.tsx';
import type { OrganisationMutation } from './OrganisationMutations.tsx';
import { OrganisationTree } from './OrganisationTree.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';

/** Shows 机构: the tree of organisations and departments, and the data of each. */
export function OrganisationsScreen() {
  const list = useQuery(queryOf(officeOrganisations.list, {}));
  const requestedId = useSearchParams()[0].get('id') ?? undefined;
  // A choice on the screen counts until another address names an organisation.
  const [choice, setChoice] = useState<{ id: string | undefined; requestedId: string | undefined }>();
  const selectedId = choice?.requestedId === requestedId ? (choice?.id ?? requestedId) : requestedId;
  const setSelectedId = (id: string | undefined) => setChoice({ id, requestedId });
  const [addedId, setAddedId] = useState<string>();
  const [mutation, setMutation] = useState<OrganisationMutation>();
  const rows = list.data?.rows ?? [];
  const root = rows.find(({ parent }) => parent === null);
  const selected = rows.find(({ id }) => id === selectedId) ?? root;
  // Several units added one after another become siblings, not children of each other.
  const newUnitParent =
    selected && selected.id === addedId ? rows.find(({ id }) => id === selected.parent) : selected;
  const close = () => setMutation(undefined);
  return (
    <Page
      title="机构"
      actions={
        <>
          <SheetImport calls={organisationSheet} title="机构" />
          <Button
            type="primary"
            icon={<PlusOutlined aria-hidden />}
            disabled={!selected}
            onClick={() => setMutation('add')}
          >
            新建机构
          </Button>
        </>
      }
    >
      {list.isPending && (
        <Card>
          <SkeletonRows rows={10} />
        </Card>
      )}
      {list.isError && (
        <Card>
          <FailureState failure={list.error} onRetry={() => void list.refetch()} />
        </Card>
      )}
      {selected && (
        <MasterDetail
          master={
            <Card>
              <OrganisationTree rows={rows} selected={selected} onChoose={setSelectedId} />
            </Card>
          }
        >
          <OrganisationDetails rows={rows} row={selected} onMutation={setMutation} onChoose={setSelectedId} />
        </MasterDetail>
      )}
      {selected && newUnitParent && mutation && (
        <MutationDialog
          mutation={mutation}
          rows={rows}
          row={mutation === 'add' ? newUnitParent : selected}
          onAdded={(id) => {
            setAddedId(id);
            setSelectedId(id);
          }}
          onChoose={setSelectedId}
          onClose={close}
        />
      )}
    </Page>
  );
}

const stepsBeforeDisabling = '停用机构之前，先移走或停用在职人员和下级，办完或移交待办，停用事项。';
const disablingNotes = {
  unused: '停用后不能再选用，原有办件和记录不变，可以再启用。',
  unknown: '仍有在职人员、启用的下级、待办或事项的不能停用。停用后可以再启用。',
};

function MutationDialog(props: {
  mutation: OrganisationMutation;
  rows: readonly EditableOrganisation[];
  row: EditableOrganisation;
  onAdded: (id: string) => void;
  onChoose: (id: string | undefined) => void;
  onClose: () => void;
}) {
  const { mutation, rows, row, onAdded, onChoose, onClose } = props;
  if (mutation === 'move') return <MoveOrganisationDialog rows={rows} row={row} onClose={onClose} />;
  if (mutation === 'remove') {
    const closeAfterRemoval = (isGone: boolean) => {
      if (isGone) onChoose(row.parent ?? undefined);
      onClose();
    };
    return (
      <RemoveDialog
        title="机构"
        row={row}
        uniqueName={distinctName(row, rows)}
        endpoint={officeOrganisations.remove as never}
        uses={officeOrganisations.uses as never}
        peopleFilter="orgId"
        advice={({ currentUses = [] }) =>
          currentUses.length > 0 ? stepsBeforeDisabling : '不再使用的可以停用（在“更多”中）。'
        }
        onClose={closeAfterRemoval}
      />
    );
  }
  if (mutation === 'disable') {
    return (
      <RemoveDialog
        title="机构"
        verb="停用"
        row={row}
        uniqueName={distinctName(row, rows)}
        endpoint={officeOrganisations.disable as never}
        uses={officeOrganisations.uses as never}
        notes={disablingNotes}
        peopleFilter="orgId"
        advice={stepsBeforeDisabling}
        onClose={onClose}
      />
    );
  }
  return (
    <OrganisationDialog
      rows={rows}
      selected={row}
      editedRow={mutation === 'edit' ? row : undefined}
      onAdded={onAdded}
      onClose={onClose}
    />
  );
}
