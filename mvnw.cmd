@echo off
rem Runs Maven in the one version this project is built with, fetching it on first use.
rem The same order of preference as in mvnw: the user's copy, a Maven on the PATH, the archive.
setlocal
set "version=3.9.16"
set "sha512=ed41650d42485cfc243fad22158caf9cbb5dc408ce7a09ddb94dd42a019de929ca43065bfa450612cf12bf78b5cafa3884b96c090de326ff590448c933454af3"
set "archive=https://archive.apache.org/dist/maven/maven-3/%version%/binaries/apache-maven-%version%-bin.zip"
if "%MAVEN_USER_HOME%"=="" set "MAVEN_USER_HOME=%USERPROFILE%\.m2"
set "dists=%MAVEN_USER_HOME%\wrapper\dists\oncegate"
set "home=%dists%\apache-maven-%version%"
if exist "%home%\bin\mvn.cmd" goto run

set "aside=%dists%\new.%RANDOM%%RANDOM%"
mkdir "%aside%" || exit /b 1
where mvn >nul 2>&1 || goto download
echo mvnw: unpacking Maven %version% through the Maven on the PATH 1>&2
pushd "%aside%"
call mvn --batch-mode --quiet org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack "-Dartifact=org.apache.maven:apache-maven:%version%:zip:bin" "-DoutputDirectory=%aside%" 1>&2
popd
if exist "%aside%\apache-maven-%version%\bin\mvn.cmd" goto place

:download
echo mvnw: downloading %archive% 1>&2
powershell -NoProfile -Command "$ErrorActionPreference = 'Stop'; $ProgressPreference = 'SilentlyContinue'; $zip = Join-Path $env:aside 'maven.zip'; Invoke-WebRequest -UseBasicParsing -Uri $env:archive -OutFile $zip; if ((Get-FileHash -Algorithm SHA512 $zip).Hash -ne $env:sha512) { throw 'the SHA-512 of the archive is not the expected one' }; Expand-Archive -Path $zip -DestinationPath $env:aside" || exit /b 1

:place
move "%aside%\apache-maven-%version%" "%dists%" >nul 2>&1
rmdir /s /q "%aside%"
if not exist "%home%\bin\mvn.cmd" exit /b 1

:run
call "%home%\bin\mvn.cmd" %*
exit /b %ERRORLEVEL%
