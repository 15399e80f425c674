/** Messages about a value that its field does not accept, for fields without messages of their own. */
export const inputText = {
  /** Heading above several messages. */
  completeFirst: '请检查并完善以下信息',
  missing: '不能为空',
  badFormat: '格式不正确',
  notAnOption: '不是可选的值',
  choose: '请选择有效的选项',
  noDate: '日期无法识别，请按“2026-11-20”填写',
} as const;

/** Messages on an incomplete login (S0 §5). */
export const loginText = {
  usernameMissing: '账号不能为空',
  passwordMissing: '密码不能为空',
  captchaMissing: '验证码不能为空',
} as const;
