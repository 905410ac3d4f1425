/** Drawings of products, 200 by 200, in plain colours for old browsers. A page includes those it shows, as symbols. */
export const DRAWINGS: Readonly<Record<string, string>> = {
  mug: `<ellipse cx="100" cy="169" rx="62" ry="8" fill="#3a2415" opacity=".17"/><path d="M132 90c40-8 42 50-6 48" fill="none" stroke="#2f7781" stroke-width="12" stroke-linecap="round"/>
<path d="M48 66h92v66c0 22-14 36-34 36H82c-20 0-34-14-34-36z" fill="#d8b189"/><path d="M48 66h92v62c-8 8-16 2-24 6s-14 6-22 1-14-3-22 1-16 3-24-3z" fill="#2f7781"/>
<path d="M48 84h92M48 98h92M48 112h92" stroke="#000" opacity=".11" stroke-width="3"/><path d="M48 87h92M48 101h92M48 115h92" stroke="#fff" opacity=".16" stroke-width="2"/>
<path d="M116 66h24v66c0 22-14 36-34 36 7-9 10-20 10-36z" opacity=".12"/><path d="M60 80v58" stroke="#fff" stroke-width="6" opacity=".34" stroke-linecap="round"/><ellipse cx="94" cy="66" rx="46" ry="10" fill="#2f7781"/>
<ellipse cx="94" cy="67" rx="39" ry="7" fill="#173f46"/>`,
  salt: `<ellipse cx="100" cy="169" rx="52" ry="7" fill="#3a2415" opacity=".17"/><path d="M104 94 148 40" stroke="#b98350" stroke-width="8" stroke-linecap="round"/><path d="M107 92 149 41" stroke="#fff" stroke-width="2" opacity=".35"/>
<path d="M50 98h100c0 44-18 70-50 70s-50-26-50-70z" fill="#b8683f"/><path d="M50 98h100c0 10-1 18-3 26-10 8-20 0-32 4s-20 6-30 1-20 1-32-5c-2-8-3-16-3-26z" fill="#efe3cf"/>
<path d="M122 98h28c0 44-18 70-50 70 15-14 22-38 22-70z" opacity=".1"/><path d="M63 108c1 14 5 26 12 34" stroke="#fff" stroke-width="6" opacity=".35" fill="none" stroke-linecap="round"/>
<ellipse cx="100" cy="98" rx="50" ry="11" fill="#efe3cf"/><ellipse cx="100" cy="99" rx="43" ry="8" fill="#9a7a55"/><path d="M64 100c9-12 22-17 36-17s27 5 36 17c-9 5-21 7-36 7s-27-2-36-7z" fill="#fdfbf6"/>
<ellipse cx="99" cy="93" rx="13" ry="7" fill="#b98350" transform="rotate(-24 99 93)"/><ellipse cx="99" cy="92" rx="9" ry="4" fill="#8f6036" transform="rotate(-24 99 92)"/>`,
  plate: `<ellipse cx="100" cy="138" rx="84" ry="34" fill="#3a2415" opacity=".14"/><ellipse cx="100" cy="120" rx="86" ry="46" fill="#a9794f"/><ellipse cx="100" cy="113" rx="86" ry="46" fill="#e9e6da"/>
<ellipse cx="100" cy="117" rx="62" ry="31" opacity=".12"/><ellipse cx="100" cy="119" rx="60" ry="29" fill="#e9e6da"/><path d="M64 132c22 0 50-8 74-26" fill="none" stroke="#5f7f86" stroke-width="3" stroke-linecap="round"/>
<g fill="#5f7f86"><ellipse cx="80" cy="123" rx="10" ry="4" transform="rotate(28 80 123)"/><ellipse cx="98" cy="118" rx="10" ry="4" transform="rotate(24 98 118)"/>
<ellipse cx="114" cy="110" rx="9" ry="3.5" transform="rotate(20 114 110)"/><ellipse cx="92" cy="134" rx="10" ry="3.5" transform="rotate(-4 92 134)"/><ellipse cx="112" cy="128" rx="10" ry="3.5" transform="rotate(-12 112 128)"/>
<ellipse cx="129" cy="118" rx="9" ry="3.5" transform="rotate(-20 129 118)"/></g><g fill="#a9794f" opacity=".6"><circle cx="30" cy="108" r="2"/><circle cx="46" cy="90" r="1.5"/><circle cx="168" cy="122" r="2"/>
<circle cx="150" cy="92" r="1.5"/><circle cx="112" cy="76" r="1.5"/><circle cx="80" cy="150" r="1.5"/><circle cx="132" cy="146" r="2"/></g>`,
  jug: `<ellipse cx="96" cy="169" rx="60" ry="8" fill="#3a2415" opacity=".17"/><path d="M120 62c52-10 54 58 24 74" fill="none" stroke="#3c5a96" stroke-width="12" stroke-linecap="round"/>
<path d="M64 38c8 4 44 4 56 0l4 36c22 14 30 32 30 50 0 28-24 44-60 44s-60-16-60-44c0-18 8-36 30-50l4-22z" fill="#c9a27b"/>
<path d="M64 38c8 4 44 4 56 0l4 36c22 14 30 32 30 50l-1 9c-14 8-24-2-38 3s-22 8-36 2-26 0-44-4l-1-10c0-18 8-36 30-50l4-22z" fill="#3c5a96"/>
<path d="M44 106c22 10 78 10 102 0M38 120c28 11 86 11 115 0" fill="none" stroke="#fff" stroke-width="4" opacity=".5" stroke-linecap="round"/>
<path d="M108 41l12-3 4 36c22 14 30 32 30 50 0 28-24 44-60 44 22-16 30-60 14-90z" opacity=".1"/><path d="M52 104c-6 10-7 22-4 34" stroke="#fff" stroke-width="6" opacity=".32" fill="none" stroke-linecap="round"/>
<path d="M54 34c18 10 50 10 66 4-10-8-46-10-66-4z" fill="#1f3157"/>`,
  bowl: `<ellipse cx="100" cy="169" rx="56" ry="7" fill="#3a2415" opacity=".17"/><path d="M78 156h44l3 12H75z" fill="#a9653a"/><path d="M24 88h152c0 44-32 72-76 72S24 132 24 88z" fill="#a9653a"/>
<path d="M24 88h152c0 16-4 30-12 41-16 8-26-2-40 3s-26 6-40 0-30 4-48-3c-8-11-12-25-12-41z" fill="#d9903a"/><path d="M136 88h40c0 44-32 72-76 72 26-14 36-38 36-72z" opacity=".1"/>
<path d="M40 104c3 15 10 26 22 35" stroke="#fff" stroke-width="6" opacity=".35" fill="none" stroke-linecap="round"/><ellipse cx="100" cy="88" rx="76" ry="17" fill="#d9903a"/><ellipse cx="100" cy="90" rx="67" ry="12.5" fill="#7a4a17"/>
<path d="M46 93c24 10 84 10 108 0" fill="none" stroke="#fff" stroke-width="3" opacity=".3" stroke-linecap="round"/>`,
  vase: `<ellipse cx="100" cy="169" rx="46" ry="7" fill="#3a2415" opacity=".17"/><path d="M100 92c2-30-4-46-12-66M100 70c6-14 14-22 26-28" fill="none" stroke="#5c7a4c" stroke-width="4" stroke-linecap="round"/>
<path d="M99 62c-16-2-26-10-28-24 16 1 27 9 28 24zM102 66c2-14 12-24 30-26-1 16-12 27-30 26z" fill="#7d9a66"/><g fill="#d9744a"><circle cx="86" cy="16" r="7"/><circle cx="77" cy="23" r="7"/><circle cx="81" cy="33" r="7"/>
<circle cx="93" cy="31" r="7"/><circle cx="96" cy="20" r="7"/></g><circle cx="87" cy="25" r="6" fill="#f3c561"/><path d="M88 84h24v16c22 10 36 24 36 42 0 18-18 26-48 26s-48-8-48-26c0-18 14-32 36-42z" fill="#c9a27b"/>
<path d="M88 84h24v16c22 10 36 24 36 42-14 6-22-4-36 0s-22 6-34 1-14 2-26-1c0-18 14-32 36-42z" fill="#f3ede2"/><path d="M106 84h6v16c22 10 36 24 36 42 0 18-18 26-48 26 22-16 22-48 6-84z" opacity=".1"/>
<path d="M70 122c-6 6-8 12-8 20" stroke="#fff" stroke-width="6" opacity=".4" fill="none" stroke-linecap="round"/><ellipse cx="100" cy="84" rx="12" ry="3.5" fill="#6f6252"/>`,
}
