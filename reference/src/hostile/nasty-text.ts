/** Text that acts where it is shown unescaped: on terminals, in HTML, XML, Markdown and shells. */
export const NASTY =
  '\x1b[31mred\x1b[0m \x1b]0;title\x07 \u202egnirts\u202c \u0000 </script><script>alert(1)</script><img src=x onerror=alert(2)> ]]> &amp; `|rm -rf|`';
