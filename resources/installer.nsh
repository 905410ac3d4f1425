; The program itself registers paybench:// links at its first start, so the uninstaller has to remove them, but only if
; they lead to this installation, and not while an update replaces it.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    ReadRegStr $R0 HKCU "Software\Classes\paybench\shell\open\command" ""
    StrLen $R1 '"$INSTDIR\'
    StrCpy $R2 $R0 $R1
    ${if} $R2 == '"$INSTDIR\'
      DeleteRegKey HKCU "Software\Classes\paybench"
    ${endIf}
  ${endIf}
!macroend
