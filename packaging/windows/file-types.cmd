@echo off
rem Registers barpoint for match records, so that a double click shows them in the browser.
rem Run it beside barpoint.exe. `file-types remove` undoes this. Only the user's own registry is written.
rem If another program already opens these files, it stays the default; barpoint is then under "Open with".
setlocal
set "classes=HKCU\Software\Classes"
set "program=%~dp0barpoint.exe"
if /i "%~1"=="remove" goto remove
if not exist "%program%" (
    echo barpoint.exe is not beside this file
    exit /b 2
)
reg add "%classes%\barpoint.record" /ve /d "Backgammon match" /f >nul
if errorlevel 1 exit /b 2
reg add "%classes%\barpoint.record\shell\open\command" /ve /d "\"%program%\" open \"%%1\"" /f >nul
if errorlevel 1 exit /b 2
for %%e in (mat gam tmg sgg ogxm xg bgf) do reg add "%classes%\.%%e\OpenWithProgids" /v barpoint.record /t REG_SZ /d "" /f >nul
echo Records with .mat, .gam, .tmg, .sgg, .ogxm, .xg and .bgf open with barpoint.
exit /b 0
:remove
for %%e in (mat gam tmg sgg ogxm xg bgf) do reg delete "%classes%\.%%e\OpenWithProgids" /v barpoint.record /f >nul 2>nul
reg delete "%classes%\barpoint.record" /f >nul 2>nul
echo barpoint is no longer registered for match records.
exit /b 0
