/** Modules of parts that a screen loads only if it shows them: the calendar of dates, and the view of rich texts. */
export const rareParts = [
  {
    name: 'calendar',
    test: /[\\/]toolkit[\\/]days[\\/][\w-]+\.tsx?$|[\\/]node_modules[\\/](antd[\\/]es[\\/](date|time)-picker|@rc-component[\\/]picker[\\/]es|dayjs[\\/]plugin)[\\/](?!.*locale[\\/])/,
  },
  {
    name: 'rich-text',
    test: /[\\/]toolkit[\\/]rich-text[\\/](RichText|clean-rich-text|picture-source)\.tsx?$|[\\/]node_modules[\\/]dompurify[\\/]/,
  },
];
