/** Maximum lengths of office data, in characters (decision 0169). */
export const officeLimits = { name: 64, number: 16, address: 200, phone: 32, order: 999_999 } as const;

/** Texts about required fields of office data that are empty. */
export const missingOfficeText = {
  name: '请输入名称',
  number: '请输入窗口号',
  orgId: '请选择所属机构',
  hallId: '请选择所属大厅',
  parentId: '请选择上级机构',
  areaCode: '请选择行政区划',
} as const;
