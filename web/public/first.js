// Before the first paint: the theme and language chosen earlier.
try {
  var theme = localStorage.getItem('sandtable.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  var language = localStorage.getItem('sandtable.language');
  if (language) document.documentElement.lang = language;
} catch (e) {
  // no storage: the browser's own settings hold
}
