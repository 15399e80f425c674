import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { items } from '#contract/items.ts';
import { queryOf } from '#web/api/query-of.ts';
import { CategoriesDialog } from './CategoriesDialog.tsx';

/**
 * Opens the categories from the field for choosing one, so that a missing one can be added without leaving
 * the form.
 */
export function EditCategoriesButton() {
  const [isOpen, setOpen] = useState(false);
  const list = useQuery({ ...queryOf(items.list, {}), enabled: isOpen });
  return (
    <>
      <Button type="link" onClick={() => setOpen(true)}>
        维护分类
      </Button>
      {isOpen && list.data && (
        <CategoriesDialog categories={list.data.categories} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
